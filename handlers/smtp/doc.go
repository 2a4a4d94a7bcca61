// Package smtp hands mails over to a mail server.
//
// # RULES
//
//   - A connection is encrypted: from its first byte (smtps://), or by STARTTLS (smtp://),
//     without which nothing is said to the server. Only a server on this machine itself
//     may go without, and only when the operator says so.
//
//   - A connection carries several mails, one after the other; it is closed when it was
//     idle for a while, after many mails, and after anything unexpected.
//
//   - What a server says about a mail belongs to that mail: the next one goes over the same
//     connection. A server that cannot be reached, or takes no log-in, is not tried again for
//     some seconds, however many mails wait.
//
//   - A mail that the server took is delivered, whatever the connection does afterwards.
//     Where the answer to its text is lost nobody knows, and it is sent again, with the same
//     Message-ID.
//
//   - Nothing in a header can begin another: addresses are checked before, and texts are
//     encoded.
//
//     config.go   where the server is, and how to log in
//     server.go   connections
//     envelope.go a mail as the library takes it, and what the library's errors mean
package smtp
