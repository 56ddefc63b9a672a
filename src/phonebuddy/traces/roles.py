"""From the class names of Android views to our roles.

Invariant: total; a class that is not known is a `group` if it has children, else a `view`.
"""

from __future__ import annotations

from phonebuddy.screen import Flag
from phonebuddy.uixml import ROLE_CLASSES

_EDITABLE = int(Flag.EDITABLE)
_NAMES = {cls.rpartition(".")[2]: role for role, cls in reversed(ROLE_CLASSES.items())} | {
    "TextView": "text",
    "Button": "button",
    "EditText": "field",
    "AutoCompleteTextView": "field",
    "MultiAutoCompleteTextView": "field",
    "SearchView": "search",
    "Switch": "switch",
    "SwitchCompat": "switch",
    "SwitchMaterial": "switch",
    "ToggleButton": "switch",
    "CheckBox": "checkbox",
    "CheckedTextView": "checkbox",
    "RadioButton": "radio",
    "ImageView": "image",
    "ImageButton": "icon_button",
    "FloatingActionButton": "fab",
    "SeekBar": "slider",
    "RatingBar": "rating",
    "ProgressBar": "progress",
    "RecyclerView": "list",
    "ListView": "list",
    "ExpandableListView": "list",
    "AbsListView": "list",
    "GridView": "grid",
    "ScrollView": "scroll",
    "NestedScrollView": "scroll",
    "HorizontalScrollView": "scroll",
    "ViewPager": "pager",
    "ViewPager2": "pager",
    "TabLayout": "tabs",
    "TabWidget": "tabs",
    "Tab": "tab",
    "Spinner": "spinner",
    "NumberPicker": "picker",
    "DatePicker": "picker",
    "TimePicker": "picker",
    "WebView": "web",
    "Toolbar": "top_bar",
    "ActionBar": "top_bar",
    "CardView": "card",
    "FrameLayout": "group",
    "LinearLayout": "group",
    "RelativeLayout": "group",
    "ViewGroup": "group",
    "View": "view",
}


def role_of(class_name: str, flags: int, has_children: bool) -> str:
    """The role of a view."""
    name = class_name.rpartition(".")[2].rpartition("$")[2]
    for prefix in ("AppCompat", "Material"):
        name = name.removeprefix(prefix)
    role = _NAMES.get(name, "")
    if role in ("", "view", "group"):
        role = "group" if has_children else "view"
    if flags & _EDITABLE and role in ("text", "view"):
        return "field"
    return role
