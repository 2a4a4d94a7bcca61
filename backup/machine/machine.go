package machine

// Disk is what is known of the file system below a folder. Empty fields are not
// known.
type Disk struct {
	FileSystem string   `json:"fileSystem,omitempty"` // "ext4", "nfs4", "fuse.sshfs"
	Device     string   `json:"device,omitempty"`
	Mount      string   `json:"mount,omitempty"`
	Options    []string `json:"options,omitempty"` // of the mount and of the file system
	Removable  bool     `json:"removable,omitempty"`
}

// Space is room on a file system, in bytes.
type Space struct {
	// Free is what an ordinary user may still write.
	Free  int64 `json:"free"`
	Total int64 `json:"total"`
}

// Memory is the machine's, in bytes; zero is not known.
type Memory struct {
	Total     int64 `json:"total,omitempty"`
	Available int64 `json:"available,omitempty"`
}
