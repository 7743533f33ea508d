/**
 * `sitecustomize.py` of a Python program whose clock libfaketime runs at a multiple of real time. Python
 * waits for a lock with a time-out by `sem_clockwait`, which libfaketime 0.9.10 (Debian 12, Ubuntu 24.04)
 * does not know: `Event.wait(20)` and `queue.get(timeout=20)` hang for ever. With the lock below these two
 * try again and again, and sleep in between by a call that libfaketime knows. A `sitecustomize` of the
 * program's own runs after this one.
 */
export const PYTHON_LOCKS = `import importlib.machinery, importlib.util, os, sys, threading, time

_allocate = threading._allocate_lock


class _PolledLock:
    __slots__ = ("_lock", "__weakref__")

    def __init__(self):
        self._lock = _allocate()

    def acquire(self, blocking=True, timeout=-1):
        if not blocking or timeout <= 0:
            return self._lock.acquire(blocking, timeout)
        until = time.monotonic() + timeout
        pause = 0.05
        while not self._lock.acquire(False):
            left = until - time.monotonic()
            if left <= 0:
                return False
            time.sleep(min(pause, left))
            pause = min(pause * 2, 1.0)
        return True

    def release(self):
        self._lock.release()

    def locked(self):
        return self._lock.locked()

    def _at_fork_reinit(self):
        self._lock._at_fork_reinit()

    def __enter__(self):
        return self._lock.acquire()

    def __exit__(self, *_):
        self._lock.release()


threading._allocate_lock = threading.Lock = _PolledLock

_here = os.path.dirname(os.path.abspath(__file__))
_spec = importlib.machinery.PathFinder.find_spec(
    "sitecustomize", [path for path in sys.path if os.path.abspath(path) != _here]
)
if _spec is not None:
    sys.modules["sitecustomize"] = importlib.util.module_from_spec(_spec)
    _spec.loader.exec_module(sys.modules["sitecustomize"])
`;
