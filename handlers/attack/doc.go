// Package attack misuses a box office as strangers, clumsy programs and stolen devices do,
// while one gate goes on scanning: its scans must all be answered, and soon. It holds
// tests alone. In make test it attacks a server in the same process for some seconds;
// make attack builds the program, runs it on a festival and attacks it for minutes, and
// prints a figure of each attack.
//
//	target_test.go   what is attacked, and the gate that goes on
//	attack_test.go   the attacks, one after the other
//	fair_test.go     scans and log-ins of others beside one token that sends all it can
//	insider_test.go  who has a token: other companies, abilities, replays, costs, quotas
//	peers_test.go    who has a connection: slow ones, bodies, log-ins
//	pages_test.go    who asks for pages and reads none, beside visitors; pictures_test.go
//	                 pictures that are small files
//	flood_test.go    who speaks HTTP/2 as nobody should
//	files_test.go    files that were made up, given to the program
package attack
