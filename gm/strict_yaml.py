"""YAML without its traps, with the line of everything: the only user of the YAML library.

Only null, true, false and numbers become values; everything else stays text (``no``, ``20:00``,
``2026-12-24``, ``010``). A key that comes twice is refused with both lines.
"""

import re
from collections.abc import Mapping
from typing import Any

import yaml

from gm.errors import DataError
from gm.values import Value

Path = tuple[str | int, ...]
_Loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_NUMBER = re.compile(r"[-+]?(0|[1-9][0-9]*)(\.[0-9]+)?")
_CONSTANTS = {"": None, "null": None, "~": None, "true": True, "false": False}
DEEPEST = 50
"""Levels of nesting that are read; no file of this program has more than ten."""


class Document(Value, frozen=True):
    """What a YAML text holds, as plain data, and the line of every part of it (from 1)."""

    name: str
    value: Any
    lines: Mapping[Path, int]

    def at(self, *path: str | int) -> str:
        """Where *path* stands, for error sentences: ``gm.yaml, line 7, mail, source``."""
        known = path
        while known not in self.lines:
            known = known[:-1]
        return ", ".join([f"{self.name}, line {self.lines[known]}", *map(str, path)])


def read_yaml(text: str, name: str) -> Document:
    """What *text*, the content of the file *name*, holds.

    Raises:
        DataError: it is no YAML, a key comes twice, or it uses what data files have no use for.
    """
    loader = _Loader(text)
    try:
        root = loader.get_single_node()
    except yaml.YAMLError as error:
        raise DataError(_complaint(error, name)) from None
    finally:
        loader.dispose()
    lines: dict[Path, int] = {(): 1}
    value = None if root is None else _value(root, (), lines, name)
    return Document(name, value, lines)


def _complaint(error: yaml.YAMLError, name: str) -> str:
    mark = getattr(error, "problem_mark", None)
    where = f"{name}, line {mark.line + 1}" if mark else name
    problem = getattr(error, "problem", None) or str(error)
    return f"{where}: this is no YAML: {' '.join(str(problem).split())}."


def _value(node: yaml.Node, path: Path, lines: dict[Path, int], name: str) -> Any:
    lines.setdefault(path, node.start_mark.line + 1)
    if len(path) > DEEPEST:
        raise DataError(f"{name}, line {lines[path]}: this is nested too deeply.")
    match node:
        case yaml.MappingNode():
            return _mapping(node, path, lines, name)
        case yaml.SequenceNode():
            return [_value(item, (*path, i), lines, name) for i, item in enumerate(node.value)]
        case _:
            return _scalar(node)


def _mapping(
    node: yaml.MappingNode, path: Path, lines: dict[Path, int], name: str
) -> dict[str, Any]:
    values: dict[str, Any] = {}
    for key_node, item in node.value:
        line = key_node.start_mark.line + 1
        if not isinstance(key_node, yaml.ScalarNode):
            raise DataError(f"{name}, line {line}: a key must be a plain word.")
        key = str(key_node.value)
        if key in values:
            first = lines[(*path, key)]
            raise DataError(f"{name}, line {line}: “{key}” stands here and in line {first} too.")
        lines[(*path, key)] = line
        values[key] = _value(item, (*path, key), lines, name)
    return values


def _scalar(node: yaml.Node) -> Any:
    text = str(node.value)
    if getattr(node, "style", None) in ("'", '"', "|", ">"):
        return text
    if text in _CONSTANTS:
        return _CONSTANTS[text]
    if _NUMBER.fullmatch(text):
        return float(text) if "." in text else int(text)
    return text
