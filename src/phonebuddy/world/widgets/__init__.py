"""The widgets: one small file each: keys, layout, drawing, touch, elements. Adding one is adding a file."""
