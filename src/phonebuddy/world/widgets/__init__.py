"""The widgets: one small file each, holding its keys, layout, drawing, touch and elements. Adding one is adding a file."""
