"""Web pages out of templates: whatever strangers wrote is escaped and cleaned in one place."""

from __future__ import annotations

from functools import cache

from jinja2 import ChoiceLoader, Environment, PackageLoader, StrictUndefined, Template

from llmwolf.rules.words import clean


@cache
def page_template(package: str, name: str) -> tuple[str, Template]:
    """The style sheet ``name``.css and the template ``name``.html in the folder ``templates`` of ``package``.

    They may include what pages share: ``rows.css`` tells tables row by row on a phone.
    Every value is escaped, loses its control and bidi characters, and must exist.
    """
    shipped = Environment(
        loader=ChoiceLoader([PackageLoader(package), PackageLoader(__package__)]),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        finalize=lambda value: (
            clean(value) if isinstance(value, str) and not hasattr(value, "__html__") else value
        ),
    )
    return shipped.get_template(f"{name}.css").render(), shipped.get_template(f"{name}.html")
