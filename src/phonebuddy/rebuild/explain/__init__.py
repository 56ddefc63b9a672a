"""The page that explains a rebuilt app: screens side by side, the graph, tables, rules, what is assumed
and missing.
"""
