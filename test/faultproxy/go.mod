module structural/test/faultproxy

go 1.26.0
