"""What all models share: names in both forms, and room for what later versions of the service add."""

from __future__ import annotations

from typing import Annotated, Any, TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError, ValidatorFunctionWrapHandler, WrapValidator

T = TypeVar("T")


def _take_unknown(value: Any, known: ValidatorFunctionWrapHandler) -> Any:
    try:
        return known(value)
    except ValidationError:
        if isinstance(value, str):
            return value
        raise


# A choice that takes any other text too: a service that is newer than this package may know more of them.
Open = Annotated[T, WrapValidator(_take_unknown)]


def wire_name(name: str) -> str:
    """Return the name of the API: fromByte for from_byte, from for from_."""
    first, *rest = name.rstrip("_").split("_")
    return first + "".join(word.capitalize() for word in rest)


class WireModel(BaseModel):
    """A value of the API. Fields go by their Python names; the names of the API are taken too."""

    model_config = ConfigDict(
        alias_generator=wire_name,
        extra="allow",
        populate_by_name=True,
        frozen=True,
        defer_build=True,
        protected_namespaces=(),
    )

    def to_wire(self) -> dict[str, Any]:
        """Return the value as the API takes it, with the fields that were given; one that is None was not."""
        return self.model_dump(mode="json", by_alias=True, exclude_unset=True, exclude_none=True)
