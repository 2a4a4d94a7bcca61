package machine

import "golang.org/x/sys/windows"

// SpaceOf reads how much room there is for a folder.
func SpaceOf(dir string) (Space, error) {
	name, err := windows.UTF16PtrFromString(dir)
	if err != nil {
		return Space{}, err
	}
	var free, total uint64
	if err := windows.GetDiskFreeSpaceEx(name, &free, &total, nil); err != nil {
		return Space{}, err
	}
	return Space{Free: int64(free), Total: int64(total)}, nil
}
