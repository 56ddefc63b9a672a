"""Drills: tasks made by walking through apps, as many as training needs. Why and how: design/drills.md."""
