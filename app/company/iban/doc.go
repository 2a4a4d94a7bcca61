// Package iban reads the numbers of bank accounts and of banks.
package iban
