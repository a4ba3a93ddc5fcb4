// A thread pool. Work comes in batches of independent jobs; a job may run a batch itself.
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

std::size_t processors(); // available to this process

// Sets the stop sign of this thread and restores the previous one when destroyed.
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

    // Without threads, the caller of each() runs all jobs.
    explicit Pool(std::size_t threads = 0);
    ~Pool();
    Pool(const Pool&) = delete;
    Pool& operator=(const Pool&) = delete;

    // Calls job(0), job(1), … job(count - 1) in any order and on any thread, and waits for all of them. Rethrows the
    // exception of the lowest number; jobs with higher numbers may then not have run.
    void each(std::size_t count, const Job& job);
    // Like each(), but the caller runs no jobs: it calls look() at this interval until all are done. If look() throws,
    // calls `stop`, waits for the running jobs and rethrows. Without threads, the caller runs all jobs and never calls
    // look().
    void each_watched(std::size_t count, const Job& job, int milliseconds, const std::function<void()>& look,
                      const std::function<void()>& stop);

    bool alone() const { return threads_.empty(); }

  private:
    struct Batch {
        Batch(std::size_t count_, const Job& job_) : count(count_), job(job_), sign(current_stop), failed(count_) {}
        std::size_t count;
        const Job& job;
        const StopSign* sign;                     // of the thread that started the batch
        std::atomic<std::size_t> next{0}, failed; // the lowest number that failed, or count
        std::size_t running = 0;                  // threads inside; guarded by the mutex
        std::exception_ptr error;
        bool open() const { return next.load(std::memory_order_relaxed) < count; }
    };

    void work();
    void take_part(Batch& batch); // until the batch has no job left
    void wait(std::unique_lock<std::mutex>& lock, Batch& batch);
    void close(Batch& batch);

    std::mutex mutex_;
    std::condition_variable more_, done_;
    std::vector<Batch*> batches_;
    std::vector<std::thread> threads_;
    bool ending_ = false;
};

} // namespace hubbub
