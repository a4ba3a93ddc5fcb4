#include "base/pool.hpp"

#include <algorithm>
#include <chrono>
#include <new>
#include <system_error>

#ifdef __linux__
#include <sched.h>
#endif

namespace hubbub {

std::size_t processors() {
#ifdef __linux__
    cpu_set_t allowed;
    if (sched_getaffinity(0, sizeof allowed, &allowed) == 0)
        return static_cast<std::size_t>(std::max(CPU_COUNT(&allowed), 1));
#endif
    return std::max(std::thread::hardware_concurrency(), 1u);
}

Pool::Pool(std::size_t threads) {
    threads_.reserve(threads);
    try {
        for (std::size_t i = 0; i < threads; ++i) threads_.emplace_back([this] { work(); });
    } catch (const std::system_error&) {
        // The system allows no more threads. The pool works with those it has, even with none.
    } catch (const std::bad_alloc&) {
        // Out of memory: the same. Throwing here would destroy running threads.
    }
}

Pool::~Pool() {
    {
        const std::lock_guard lock(mutex_);
        ending_ = true;
    }
    more_.notify_all();
    for (std::thread& thread : threads_) thread.join();
}

void Pool::work() {
    std::unique_lock lock(mutex_);
    for (;;) {
        // The newest batch first: it is part of a large session that older batches wait for.
        const auto newest =
            std::find_if(batches_.rbegin(), batches_.rend(), [](const Batch* batch) { return batch->open(); });
        if (newest == batches_.rend()) {
            if (ending_) return;
            more_.wait(lock);
            continue;
        }
        Batch& batch = **newest;
        ++batch.running;
        lock.unlock();
        take_part(batch);
        lock.lock();
        if (--batch.running == 0) done_.notify_all();
    }
}

void Pool::take_part(Batch& batch) {
    const UnderSign under(batch.sign);
    for (;;) {
        const std::size_t number = batch.next.fetch_add(1, std::memory_order_relaxed);
        if (number >= batch.count) return;
        if (number > batch.failed.load(std::memory_order_relaxed)) continue;
        try {
            batch.job(number);
        } catch (...) {
            const std::lock_guard lock(mutex_);
            if (number < batch.failed.load()) {
                batch.failed = number;
                batch.error = std::current_exception();
            }
        }
    }
}

void Pool::close(Batch& batch) {
    std::erase(batches_, &batch);
    if (batch.error) std::rethrow_exception(batch.error);
}

void Pool::each(std::size_t count, const Job& job) {
    Batch batch(count, job);
    if (alone() || count < 2) {
        take_part(batch);
        if (batch.error) std::rethrow_exception(batch.error);
        return;
    }
    {
        const std::lock_guard lock(mutex_);
        batches_.push_back(&batch);
    }
    more_.notify_all();
    take_part(batch);
    std::unique_lock lock(mutex_);
    done_.wait(lock, [&] { return batch.running == 0; });
    close(batch);
}

void Pool::each_watched(std::size_t count, const Job& job, int milliseconds, const std::function<void()>& look,
                        const std::function<void()>& stop) {
    if (alone()) return each(count, job);
    Batch batch(count, job);
    std::unique_lock lock(mutex_);
    batches_.push_back(&batch);
    more_.notify_all();
    const auto ended = [&] { return batch.running == 0 && !batch.open(); };
    try {
        while (!done_.wait_for(lock, std::chrono::milliseconds(milliseconds), ended)) {
            lock.unlock();
            look();
            lock.lock();
        }
    } catch (...) {
        stop();
        lock.lock();
        batch.next = batch.count;
        done_.wait(lock, [&] { return batch.running == 0; });
        std::erase(batches_, &batch);
        throw;
    }
    close(batch);
}

} // namespace hubbub
