"""Runs a program to its end and says what it cost: CPU seconds, wall seconds, peak memory.

CPU seconds are user and system time of the whole process, all threads, as the kernel counts them (`wait4`).
"""

import os
import subprocess
import sys
import tempfile
import threading
import time
from dataclasses import dataclass
from pathlib import Path

SAMPLING_SECONDS = 0.01
KIBIBYTE = 1024

# One thread for every library that would take more, and the same text encoding everywhere.
ENVIRONMENT = {
    "OMP_NUM_THREADS": "1",
    "OPENBLAS_NUM_THREADS": "1",
    "PYTHONHASHSEED": "0",
    "PYTHONUTF8": "1",
    "RAYON_NUM_THREADS": "1",
}


@dataclass(frozen=True)
class Cost:
    """What one run printed and what it cost. Memory is `None` where it could not be known."""

    output: str
    cpu: float
    wall: float
    peak: int | None


class PeakSampler(threading.Thread):
    """Reads the high-water mark of a running process again and again; the mark never falls, so the last one counts."""

    def __init__(self, process: int) -> None:
        super().__init__(daemon=True)
        self.process = process
        self.peak: int | None = None
        self.done = threading.Event()

    def run(self) -> None:
        """Reads until the process is done."""
        while not self.done.is_set():
            self.peak = high_water(self.process) or self.peak
            self.done.wait(SAMPLING_SECONDS)


def high_water(process: int | str) -> int | None:
    """The peak resident memory of a living process, where the system has `/proc`."""
    try:
        with Path(f"/proc/{process}/status").open(encoding="ascii", errors="replace") as status:
            for line in status:
                if line.startswith("VmHWM:"):
                    return int(line.split()[1]) * KIBIBYTE
    except OSError:
        pass
    return None


def peak_memory(reported: int, sampled: int | None) -> int | None:
    """The peak of the child. What `wait4` reports is never less than the memory of the process that started the child
    (it is counted before the program is loaded), so below that mark only the samples tell."""
    reported *= 1 if sys.platform == "darwin" else KIBIBYTE
    own = high_water("self")
    if own is None or reported > own:
        return reported
    return sampled


def run(command: list[str], *, one_thread: bool = True) -> Cost:
    """Runs a command; one that fails ends the benchmark with what it said."""
    environment = os.environ | (ENVIRONMENT if one_thread else {})
    with tempfile.TemporaryFile() as output, tempfile.TemporaryFile() as errors:
        begin = time.monotonic()
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=output, stderr=errors, env=environment)
        sampler = PeakSampler(process.pid)
        sampler.start()
        _, status, usage = os.wait4(process.pid, 0)
        wall = time.monotonic() - begin
        sampler.done.set()
        sampler.join()
        process.returncode = os.waitstatus_to_exitcode(status)
        output.seek(0)
        errors.seek(0)
        if process.returncode != 0:
            said = errors.read().decode(errors="replace").strip()
            print(f"{' '.join(command)} ended with {process.returncode}\n{said}", file=sys.stderr)
            sys.exit(2)
        text = output.read().decode()
    return Cost(text, usage.ru_utime + usage.ru_stime, wall, peak_memory(usage.ru_maxrss, sampler.peak))
