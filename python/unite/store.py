"""Files on any place that fsspec knows: local folders, S3, GCS, Azure, HTTP, memory.

An output appears under its name when it is complete and not before. Object stores do this by themselves; elsewhere the bytes go to a
file beside it, which is renamed. Errors of the place become `OSError` with one line that names the file.

Not here: credentials and endpoints. fsspec reads them from the environment or from its own settings, on every worker alike; options for
one call go through `storage_options`.
"""

# Libraries without types of their own.
# mypy: disable-error-code="import-untyped"

from __future__ import annotations

import contextlib
import errno
import hashlib
import io
import json
import os
import tempfile
import uuid
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import IO, Any

import fsspec
from fsspec.core import url_to_fs

#: Places whose uploads are complete or absent. Others get a second name first.
_WHOLE_UPLOADS = frozenset({"s3", "s3a", "gs", "gcs", "az", "abfs", "abfss", "adl", "memory"})
#: Bytes that a reader asks for at once.
BLOCK = 4 << 20


class StoreError(OSError):
    """A place refuses: the message names the file and the reason, in one line."""


def one_line(error: BaseException) -> str:
    """Returns the message of an error without line breaks; its type where it has none."""
    if isinstance(error, OSError) and error.strerror and error.errno is not None and not isinstance(error, StoreError):
        return os.strerror(error.errno) if error.errno > 0 else error.strerror
    text = " ".join(str(error).split())
    return text if text else type(error).__name__


@dataclass(frozen=True)
class Place:
    """A file or folder: its URL and the options of its file system. Small, and safe to send to workers."""

    url: str
    options: Mapping[str, Any] = field(default_factory=dict)

    @property
    def _opened(self) -> tuple[fsspec.AbstractFileSystem, str]:
        try:
            fs, path = url_to_fs(self.url, **self.options)
        except (ImportError, ValueError) as error:
            raise StoreError(f"{self.url}: cannot be opened: {one_line(error)}") from error
        return fs, path

    @property
    def is_local(self) -> bool:
        """Whether the file lies in a folder of this machine."""
        fs, _ = self._opened
        return "file" in _protocols(fs)

    @property
    def local_path(self) -> str:
        """The path of a local file."""
        return str(self._opened[1])

    def beside(self, ending: str) -> Place:
        """Returns the place whose URL has an ending more."""
        return Place(self.url + ending, self.options)

    def child(self, name: str) -> Place:
        """Returns the place of a file in this folder."""
        return Place(f"{self.url.rstrip('/')}/{name}", self.options)

    @contextlib.contextmanager
    def _named(self, verb: str) -> Iterator[None]:
        """Turns every error of the place into one line with the file's URL; keeps the number of the error."""
        try:
            yield
        except StoreError:
            raise
        except FileNotFoundError as error:
            raise _store_error(error, f"{self.url}: does not exist, or its bucket or folder does not") from error
        except PermissionError as error:
            raise _store_error(error, f"{self.url}: {verb} is not permitted: {one_line(error)}") from error
        except OSError as error:
            raise _store_error(error, f"{self.url}: {verb} failed: {one_line(error)}") from error
        except Exception as error:  # Every file system has errors of its own.
            if not _is_of_a_store(error):
                raise
            raise StoreError(f"{self.url}: {verb} failed: {one_line(error)}") from error

    def exists(self) -> bool:
        """Whether there is a file or folder of this name."""
        fs, path = self._opened
        with self._named("looking it up"):
            fs.invalidate_cache(_parent(path))
            return bool(fs.exists(path))

    def size(self) -> int:
        """The number of bytes."""
        fs, path = self._opened
        with self._named("looking it up"):
            fs.invalidate_cache(_parent(path))
            about = fs.info(path)
        if about.get("type") == "directory":
            raise StoreError(f"{self.url}: is a folder, not a file")
        if about.get("size") is None:
            raise StoreError(f"{self.url}: its place does not say how long it is, and ranges need that")
        return int(about["size"])

    def identity(self) -> str:
        """Returns a text that changes when the file does: its size, and its ETag or the time of its last change."""
        fs, path = self._opened
        with self._named("looking it up"):
            fs.invalidate_cache(_parent(path))
            about = fs.info(path)
        keys = (
            "ETag",
            "etag",
            "md5Hash",
            "content_md5",
            "mtime",
            "LastModified",
            "last_modified",
            "updated",
            "created",
        )
        mark = next((about[key] for key in keys if about.get(key) is not None), "")
        return f"{about.get('size')}:{mark}"

    def names(self) -> list[str]:
        """The names of the files in the folder; none if it does not exist."""
        fs, path = self._opened
        with self._named("listing it"):
            fs.invalidate_cache(path)
            try:
                found = fs.ls(path, detail=False)
            except FileNotFoundError:
                return []
        return sorted(str(name).rstrip("/").rsplit("/", 1)[-1] for name in found)

    def glob(self) -> list[Place]:
        """The files that the URL's wildcards match, in the order of their names."""
        fs, path = self._opened
        with self._named("listing it"):
            return [Place(fs.unstrip_protocol(name), self.options) for name in sorted(fs.glob(path))]

    @contextlib.contextmanager
    def reader(self, offset: int = 0, *, scattered: bool = False) -> Iterator[IO[bytes]]:
        """Opens the file for reading from an offset. Bytes are fetched by ranges, ahead of the reader unless reads are `scattered`."""
        fs, path = self._opened
        with self._named("reading"):
            if "file" in _protocols(fs):
                file: Any = open(path, "rb")
            else:
                how = (
                    {"block_size": 1 << 16, "cache_type": "none"}
                    if scattered
                    else {"block_size": BLOCK, "cache_type": "readahead"}
                )
                file = io.BufferedReader(fs.open(path, "rb", **how), 1 << 14)
            with file:
                file.seek(offset)
                yield file

    def read(self) -> bytes:
        """Returns all bytes of a small file."""
        fs, path = self._opened
        with self._named("reading"):
            return bytes(fs.cat_file(path))

    def sha256(self) -> str:
        """Returns the SHA-256 of the file, as hexadecimal digits."""
        digest = hashlib.sha256()
        with self.reader() as file:
            while block := file.read(BLOCK):
                digest.update(block)
        return digest.hexdigest()

    def copy_to(self, path: str) -> str:
        """Copies the file to a local path by blocks; returns the SHA-256."""
        digest = hashlib.sha256()
        with self.reader() as file, open(path, "wb") as copy:
            while block := file.read(BLOCK):
                digest.update(block)
                copy.write(block)
        return digest.hexdigest()

    @contextlib.contextmanager
    def writer(self) -> Iterator[IO[bytes]]:
        """Opens a file that gets this name when the block ends without an error, in place of an earlier one."""
        with self.unfinished() as path, open(path, "wb") as file:
            yield file

    @contextlib.contextmanager
    def unfinished(self) -> Iterator[str]:
        """Gives a local path to write to. The file gets its name and place when the block ends without an error."""
        fs, path = self._opened
        if "file" in _protocols(fs):
            with self._named("writing"):
                os.makedirs(_parent(path) or ".", exist_ok=True)
                scratch = os.path.join(_parent(path), f".{uuid.uuid4().hex[:12]}{_ending(path)}")
                try:
                    yield scratch
                    os.replace(scratch, path)
                finally:
                    with contextlib.suppress(OSError):
                        os.unlink(scratch)
            return
        with self._named("writing"), tempfile.TemporaryDirectory(prefix="unite-") as folder:
            scratch = os.path.join(folder, "file" + _ending(path))
            yield scratch
            self._upload(fs, scratch, path)

    @staticmethod
    def _upload(fs: fsspec.AbstractFileSystem, scratch: str, path: str) -> None:
        if _protocols(fs) & _WHOLE_UPLOADS:
            fs.put_file(scratch, path)
            return
        fs.makedirs(_parent(path), exist_ok=True)
        other = f"{_parent(path)}/.{uuid.uuid4().hex[:12]}{_ending(path)}"
        try:
            fs.put_file(scratch, other)
            fs.mv(other, path)
        except BaseException:
            with contextlib.suppress(Exception):
                fs.rm_file(other)
            raise

    def write(self, data: bytes) -> None:
        """Writes a small file."""
        with self.writer() as file:
            file.write(data)

    def remove(self) -> None:
        """Removes the file, or the folder if it is empty; nothing if there is none."""
        fs, path = self._opened
        with self._named("removing"), contextlib.suppress(FileNotFoundError):
            fs.rm_file(path)

    def remove_empty_folder(self) -> None:
        """Removes the folder if nothing is in it. Object stores have no folders."""
        fs, path = self._opened
        if "file" in _protocols(fs):
            with contextlib.suppress(OSError):
                os.rmdir(path)

    def check_writable(self) -> None:
        """Writes and removes an empty file beside this one, so that a job without the right to write ends before its work."""
        folder = Place(self.url.rsplit("/", 1)[0] if "/" in self.url else ".", self.options)
        probe = folder.child(f".unite-{uuid.uuid4().hex[:12]}")
        with self._named("writing"):
            try:
                probe.write(b"")
                probe.remove()
            except StoreError as error:
                raise _store_error(error, f"{self.url}: cannot be written: {_reason(error)}") from error


def place(url: str | os.PathLike[str], options: Mapping[str, Any] | None = None) -> Place:
    """Returns the place of a URL or a local path."""
    return Place(os.fspath(url), dict(options or {}))


def to_json(value: Any) -> bytes:
    """Returns JSON with keys in order, so that equal values have equal bytes."""
    return json.dumps(value, sort_keys=True, separators=(",", ":")).encode() + b"\n"


def is_lasting(error: BaseException) -> bool:
    """Whether another attempt cannot succeed: wrong input, no rights, no space."""
    if isinstance(error, (ValueError, TypeError, NotImplementedError, PermissionError, FileNotFoundError)):
        return True
    lasting = {errno.ENOSPC, errno.EDQUOT, errno.EROFS, errno.EACCES, errno.EPERM, errno.ENOENT, errno.EFBIG}
    return isinstance(error, OSError) and error.errno in lasting


def _store_error(cause: OSError, message: str) -> StoreError:
    error = StoreError(message)
    error.errno = cause.errno if cause.errno is not None else _number_of(cause)
    return error


def _number_of(error: OSError) -> int | None:
    if isinstance(error, PermissionError):
        return errno.EACCES
    return errno.ENOENT if isinstance(error, FileNotFoundError) else None


def _reason(error: StoreError) -> str:
    return str(error).split(": ", 1)[-1]


def _is_of_a_store(error: BaseException) -> bool:
    kinds = ("botocore", "aiobotocore", "aiohttp", "gcsfs", "google", "azure", "adlfs", "s3fs", "requests")
    return type(error).__module__.split(".")[0] in kinds


def _protocols(fs: fsspec.AbstractFileSystem) -> frozenset[str]:
    protocol = fs.protocol
    return frozenset({protocol} if isinstance(protocol, str) else protocol)


def _parent(path: str) -> str:
    return path.rsplit("/", 1)[0] if "/" in path else ""


def _ending(path: str) -> str:
    return os.path.splitext(path)[1]
