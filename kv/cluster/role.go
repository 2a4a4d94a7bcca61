package cluster

// Role is what a node is at the moment; see the package.
type Role string

// The roles.
const (
	Joining     Role = "joining"
	Following   Role = "following"
	Campaigning Role = "campaigning"
	Leading     Role = "leading"
	Holding     Role = "holding"
	Fenced      Role = "fenced"
)
