"""How our files are made of lines: bytes to lines, the magic line with its version, and headers."""

from __future__ import annotations

from typing import NamedTuple

from .errors import PatienceError, Place

LIMIT = 4 * 1024 * 1024  # bytes of a text that is read whole; bounds the memory that a stranger's file can take


class Text(NamedTuple):
    """A decoded text: its lines without line ends and trailing blanks; `torn` when the last had no line end."""

    lines: list[str]
    torn: bool


class Header(NamedTuple):
    """`key: text` and its continuation lines; `line` counts from 1."""

    key: str
    text: str
    line: int
    more: tuple[str, ...] = ()

    def error(self, error: PatienceError, lines: list[str]) -> PatienceError:
        """An error about the value of this header, with its place."""
        source = lines[self.line - 1]
        return error.at(self.line, len(source) - len(self.text) + 1, source)

    def single(self, lines: list[str]) -> str:
        """The value of a header that has one line; PatienceError `header` when it has more."""
        if self.more:
            place = Place(self.line + 1, 1, lines[self.line])
            raise PatienceError("header", f"header {self.key!r} has only one line", place=place)
        return self.text


def decode(data: bytes, first: int = 1, limit: int = LIMIT) -> Text:
    """The lines of a file: a byte order mark skipped, CRLF and CR taken as LF, tabs as blanks, trailing blanks dropped.

    PatienceError `encoding` when it is no UTF-8 or holds a NUL, with the line, counted from `first`, and the column in
    bytes; `format` when it is larger than `limit` bytes.
    """
    if len(data) > limit:
        raise PatienceError("format", f"larger than {limit} bytes")
    data = data.removeprefix(b"\xef\xbb\xbf")
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise _not_text(data, error.start, first, "not UTF-8") from None
    if (at := data.find(b"\0")) >= 0:
        raise _not_text(data, at, first, "a NUL byte: not a text")
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    lines = [line.rstrip(" ") for line in text.replace("\t", " ").split("\n")]
    torn = lines[-1] != "" or text[-1:] not in ("\n", "")
    if not torn:
        lines.pop()
    return Text(lines, torn)


def _not_text(data: bytes, at: int, first: int, words: str) -> PatienceError:
    before = data[:at].replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    line_start = before.rfind(b"\n") + 1
    place = Place(before.count(b"\n") + first, len(before) - line_start + 1, "")
    return PatienceError("encoding", f"{words} (byte 0x{data[at]:02x})", place=place)


def check_magic(lines: list[str], name: str, version: int) -> None:
    """PatienceError `format` unless the first line is `#name N` with a version that we can read."""
    words = lines[0].split() if lines else []
    if len(words) != 2 or words[0] != name or not (words[1].isascii() and words[1].isdigit()):
        source = lines[0] if lines else ""
        raise PatienceError("format", f"not a {name} file", f"{name} {version}", place=Place(1, 1, source))
    if words[1].lstrip("0") != str(version):
        place = Place(1, len(words[0]) + 2, lines[0])
        raise PatienceError("format", f"version {words[1][:20]} is not known here", f"version {version}", place=place)


def read_headers(lines: list[str], start: int) -> tuple[list[Header], int]:
    """The headers from index `start` on, and the index of the line after the blank one that ends them."""
    headers: list[Header] = []
    more: list[list[str]] = []
    index = start
    while index < len(lines) and lines[index]:
        line = lines[index]
        if line.startswith("  ") and headers:
            more[-1].append(line[2:])
        else:
            key, colon, text = line.partition(":")
            if not colon or not key or " " in key:
                raise PatienceError(
                    "header",
                    f"not a header: {line[:40]!r}",
                    "key: value, or an empty line",
                    place=Place(index + 1, 1, line),
                )
            headers.append(Header(key.lower(), text.strip(" \t"), index + 1))
            more.append([])
        index += 1
    return [header._replace(more=tuple(rest)) for header, rest in zip(headers, more, strict=True)], index + 1


def unique(headers: list[Header], known: tuple[str, ...], lines: list[str]) -> dict[str, Header]:
    """The headers by key; PatienceError `header` for a key twice, or an unknown one that does not begin `x-`."""
    from .errors import nearest

    found: dict[str, Header] = {}
    for header in headers:
        place = Place(header.line, 1, lines[header.line - 1])
        if header.key in found:
            raise PatienceError("header", f"header {header.key!r} stands twice", place=place)
        if header.key not in known and not header.key.startswith("x-"):
            raise PatienceError("header", f"no header {header.key!r}", nearest(header.key, list(known)), place=place)
        found[header.key] = header
    return found
