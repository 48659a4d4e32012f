"""Finds the parts of a JSON value by their paths. A path is a tuple of keys and indices."""
import copy


def places(value, place=()):
    """Yields the paths of all parts. An outer part comes before the parts in it."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, part in inner:
        yield (*place, key)
        yield from places(part, (*place, key))


def at(value, place):
    for key in place:
        value = value[key]
    return value


def without(value, place):
    """Returns a copy of the value without the part at a path."""
    less = copy.deepcopy(value)
    del at(less, place[:-1])[place[-1]]
    return less
