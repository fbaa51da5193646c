"""The stub says what the compiled module has: no more, no less."""

from __future__ import annotations

import ast
import inspect
import pathlib
from typing import Any, Dict, List, Set

import pytest

import regua
from regua import _regua

STUB = pathlib.Path(regua.__file__).parent / "_regua.pyi"
OURS = {"__len__", "__getitem__", "__iter__", "__contains__", "__call__"}
OURS |= {"__arrow_c_array__", "__arrow_c_stream__", "__arrow_c_schema__"}


def stubbed() -> List[ast.stmt]:
    return ast.parse(STUB.read_text(encoding="utf-8")).body


def functions() -> Dict[str, ast.FunctionDef]:
    return {node.name: node for node in stubbed() if isinstance(node, ast.FunctionDef)}


def classes() -> Dict[str, ast.ClassDef]:
    return {node.name: node for node in stubbed() if isinstance(node, ast.ClassDef)}


def members(stub: ast.ClassDef) -> Dict[str, ast.FunctionDef]:
    found = {node.name: node for node in stub.body if isinstance(node, ast.FunctionDef)}
    found.pop("__init__", None)
    return found


def of_class(name: str) -> Set[str]:
    """What the compiled class has itself, beside what every class has."""
    own = vars(getattr(_regua, name))
    return {member for member in own if not member.startswith("__") or member in OURS}


def parameters(stub: ast.FunctionDef) -> List[str]:
    arguments = [*stub.args.posonlyargs, *stub.args.args, *stub.args.kwonlyargs]
    return [argument.arg for argument in arguments]


def test_names_of_the_module_are_those_of_the_stub() -> None:
    compiled = {name for name in dir(_regua) if not name.startswith("__")}
    assert compiled == set(functions()) | set(classes())


@pytest.mark.parametrize("name", classes())
def test_members_of_a_class_are_those_of_its_stub(name: str) -> None:
    if issubclass(getattr(_regua, name), BaseException):
        assert members(classes()[name]) == {}
    else:
        assert of_class(name) == set(members(classes()[name]))


@pytest.mark.parametrize("name", classes())
def test_a_class_has_the_base_of_its_stub(name: str) -> None:
    stub, compiled = classes()[name], getattr(_regua, name)
    bases = [base.id for base in stub.bases if isinstance(base, ast.Name)] or ["object"]
    assert [base.__name__ for base in compiled.__bases__] == bases


@pytest.mark.parametrize("name", classes())
def test_properties_are_properties_in_the_stub(name: str) -> None:
    for member, stub in members(classes()[name]).items():
        is_property = any(
            isinstance(mark, ast.Name) and mark.id == "property" for mark in stub.decorator_list
        )
        assert is_property == inspect.isgetsetdescriptor(vars(getattr(_regua, name))[member]), member


@pytest.mark.parametrize("name", functions())
def test_a_function_takes_what_its_stub_takes(name: str) -> None:
    compiled = inspect.signature(getattr(_regua, name))
    assert list(compiled.parameters) == parameters(functions()[name])


@pytest.mark.parametrize("name", sorted(set(classes()) - {"Error", "Unscored", "Warning"}))
def test_a_method_takes_what_its_stub_takes(name: str) -> None:
    for member, stub in members(classes()[name]).items():
        compiled: Any = getattr(getattr(_regua, name), member)
        if member.startswith("__") or inspect.isgetsetdescriptor(compiled):
            continue
        assert list(inspect.signature(compiled).parameters) == parameters(stub), member


def test_everything_that_is_offered_is_there_and_documented() -> None:
    assert sorted(regua.__all__) == regua.__all__
    for name in regua.__all__:
        assert hasattr(regua, name)
        if name != "__version__":
            assert inspect.getdoc(getattr(regua, name)), name


def test_verbs_are_documented_with_examples() -> None:
    for verb in ("score", "read", "compare", "correlate", "agreement", "classify", "spans", "measure"):
        assert ">>> " in (inspect.getdoc(getattr(regua, verb)) or ""), verb
