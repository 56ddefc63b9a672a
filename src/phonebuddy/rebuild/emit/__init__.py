"""Step 14: from the model to an app of the engine: tables, rows, pages and effects as files a person can
read.
"""
