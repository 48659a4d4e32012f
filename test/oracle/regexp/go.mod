module structural/test/oracle/regexp

go 1.26.0
