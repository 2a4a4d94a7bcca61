// Package capture is the API of questions: what is asked, where, and the answers.
package capture
