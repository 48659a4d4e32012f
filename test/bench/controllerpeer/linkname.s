// Empty on purpose: it lets a function of condition.go have no body.
