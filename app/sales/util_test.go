package sales_test

import "strings"

func lower(s string) string { return strings.ToLower(s) }
