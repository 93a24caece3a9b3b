"""Runs a program where what CPython on Windows lacks has been taken away:
`python -m tests.tools.processes.without_unix manage.py check`.

It imitates what is missing, and that a file that is open can be neither removed nor replaced; nothing else of Windows.
"""

from __future__ import annotations

import errno
import os
import runpy
import select
import shutil  # these before it: they have two forms of their own
import signal
import stat
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import platformdirs.unix  # noqa: F401  # which asks what the system is called, not what it has

MODULES = ("fcntl", "resource", "pwd", "grp", "termios", "tty", "pty", "spwd", "syslog", "readline")
OF_OS = (
    "fork", "forkpty", "geteuid", "getuid", "getegid", "getgid", "setuid", "setgid", "chown", "lchown", "fchown",
    "fchmod", "nice", "getpriority", "statvfs", "fstatvfs", "sched_getaffinity", "getloadavg", "killpg", "getpgid",
    "setsid", "mkfifo", "uname", "sync", "O_NOFOLLOW", "O_DIRECTORY", "O_CLOEXEC", "posix_spawn", "register_at_fork",
)  # fmt: skip
OF_SIGNAL = ("SIGALRM", "SIGHUP", "SIGKILL", "SIGUSR1", "SIGUSR2", "SIGQUIT", "SIGCHLD", "setitimer", "alarm", "pause")
OF_SELECT = ("poll", "epoll", "devpoll", "kqueue")


_statvfs = os.statvfs


def take_away() -> None:
    for name in MODULES:
        sys.modules[name] = None  # type: ignore[assignment]  # importing it fails
    for module, names in ((os, OF_OS), (signal, OF_SIGNAL), (select, OF_SELECT)):
        for name in names:
            if hasattr(module, name):
                delattr(module, name)
    subprocess.Popen.kill = lambda process: process.send_signal(9)  # type: ignore[method-assign]  # a form of its own
    shutil.disk_usage = _disk_usage  # whose other form is in a module that is not here
    shutil._use_fd_functions = False
    os.open = _no_directories(os.open)
    os.chmod = _only_for_reading(os.chmod)
    os.rename = _refused_where_taken(_refused_while_open(os.rename))
    os.replace = _refused_while_open(os.replace)
    os.remove = os.unlink = _refused_while_open(os.unlink)


def _disk_usage(path: Any) -> Any:
    disk = _statvfs(path)
    total, free = disk.f_blocks * disk.f_frsize, disk.f_bavail * disk.f_frsize
    return shutil._ntuple_diskusage(total, total - free, free)


def _no_directories(opened: Callable[..., int]) -> Callable[..., int]:
    def tried(path: Any, *arguments: Any, **more: Any) -> int:
        if os.path.isdir(path):
            raise PermissionError(errno.EACCES, "A directory cannot be opened", str(path))
        return opened(path, *arguments, **more)

    return tried


def _only_for_reading(chmod: Callable[..., None]) -> Callable[..., None]:
    """All that a mode says there is whether the owner may write."""

    def changed(path: Any, mode: int, **more: Any) -> None:
        chmod(path, 0o666 if mode & stat.S_IWRITE else 0o444, **more)

    return changed


def _refused_while_open(done: Callable[..., None]) -> Callable[..., None]:
    def tried(*paths: Any, **more: Any) -> None:
        for path in paths:
            if _is_open(path):
                raise PermissionError(errno.EACCES, "It is open in this process", str(path))
        done(*paths, **more)

    return tried


def _is_open(path: Any) -> bool:
    if isinstance(path, int) or not os.path.exists(path):
        return False
    there = os.stat(path)
    for number in os.listdir("/proc/self/fd"):
        try:
            opened = os.fstat(int(number))
        except OSError:
            continue
        if os.path.samestat(opened, there):
            return True
    return False


def _refused_where_taken(rename: Callable[..., None]) -> Callable[..., None]:
    def tried(before: Any, after: Any, **more: Any) -> None:
        if os.path.exists(after):
            raise FileExistsError(errno.EEXIST, "There is such a file", str(after))
        rename(before, after, **more)

    return tried


def main() -> None:
    del sys.argv[0]
    sys.path.insert(0, str(Path.cwd()))
    take_away()
    if sys.argv[0] == "-m":
        del sys.argv[0]
        runpy.run_module(sys.argv[0], run_name="__main__", alter_sys=True)
    else:
        runpy.run_path(sys.argv[0], run_name="__main__")


if __name__ == "__main__":
    main()
