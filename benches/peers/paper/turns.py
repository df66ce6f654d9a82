"""Runs contestants in turns and measures their CPU time; this library's program is one of them."""

import math
import resource
import statistics
import subprocess
import time


class Ours:
    """The program, which answers a line with milliseconds and the number of results."""

    def __init__(self, program, task, folder):
        command = [str(program), task, str(folder)]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.build_ms, _ = self.answer()

    def answer(self):
        line = self.process.stdout.readline()
        if not line:
            raise SystemExit("the program has ended; its error is printed above")
        ms, found = line.split()
        return float(ms), int(found)

    def ask(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()
        return self.answer()

    def end(self):
        self.process.stdin.close()
        self.process.wait()


def children_ms():
    """Returns the CPU time of child processes that have ended."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return 1e3 * (usage.ru_utime + usage.ru_stime)


def timed(work):
    """Returns the milliseconds of CPU time of some work, in this process and its children, and its result."""
    start = 1e3 * time.process_time() + children_ms()
    result = work()
    return 1e3 * time.process_time() + children_ms() - start, result


def in_turns(contestants, rounds):
    """Calls all contestants in each round, with its number; returns the medians of their milliseconds."""
    times = {name: [] for name in contestants}
    for turn in range(rounds):
        for name, run in contestants.items():
            times[name].append(run(turn))
    return {name: statistics.median(list) for name, list in times.items()}


def mean(ratios):
    """Returns the geometric mean."""
    return math.exp(statistics.fmean(map(math.log, ratios)))


def row(*cells):
    print("| " + " | ".join(cells) + " |", flush=True)


def head(*cells):
    row(*cells)
    print("|---" + "|---:" * (len(cells) - 1) + "|", flush=True)
