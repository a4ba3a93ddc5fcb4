// A thread pool. Work comes in batches of independent jobs, and a job may itself run a batch.
#pragma once

#include "base/budget.hpp"

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace hubbub {

std::size_t processors(); // that this process may use

// Sets the stop sign of this thread's work, and restores the previous one at its end.
class UnderSign {
  public:
    explicit UnderSign(const StopSign* sign) : before_(current_stop) { current_stop = sign; }
    ~UnderSign() { current_stop = before_; }
    UnderSign(const UnderSign&) = delete;
    UnderSign& operator=(const UnderSign&) = delete;

  private:
    const StopSign* before_;
};

class Pool {
  public:
    using Job = std::function<void(std::size_t)>;

    // Without threads, the caller of each() does all jobs.
    explicit Pool(std::size_t threads = 0);
    ~Pool();
    Pool(const Pool&) = delete;
    Pool& operator=(const Pool&) = delete;

    // Calls job(0), job(1), … job(count - 1), in any order and on any thread, and waits for all of them. The first
    // exception, by number, is thrown again; jobs with larger numbers may then never have been called.
    void each(std::size_t count, const Job& job);
    // The same, but the caller does no jobs: it calls look() every so many milliseconds until all is done. If look
    // throws, `stop` is called, running jobs are waited for, and the exception is thrown again. Without threads, the
    // caller does all jobs and never calls look().
    void each_watched(std::size_t count, const Job& job, int milliseconds, const std::function<void()>& look,
                      const std::function<void()>& stop);

    bool alone() const { return threads_.empty(); }

  private:
    struct Batch {
        Batch(std::size_t count_, const Job& job_) : count(count_), job(job_), sign(current_stop), failed(count_) {}
        std::size_t count;
        const Job& job;
        const StopSign* sign;                     // of the thread that runs the batch
        std::atomic<std::size_t> next{0}, failed; // the least number that failed, or count
        std::size_t running = 0;                  // threads inside, under the mutex
        std::exception_ptr error;
        bool open() const { return next.load(std::memory_order_relaxed) < count; }
    };

    void work();
    void take_part(Batch& batch); // until no job of it is left
    void wait(std::unique_lock<std::mutex>& lock, Batch& batch);
    void close(Batch& batch);

    std::mutex mutex_;
    std::condition_variable more_, done_;
    std::vector<Batch*> batches_;
    std::vector<std::thread> threads_;
    bool ending_ = false;
};

} // namespace hubbub
