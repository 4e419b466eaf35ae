"""What people see of themselves: history, records, days away."""
