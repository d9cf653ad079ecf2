"""What people see: text in a terminal, pictures of components, pages in a browser."""
