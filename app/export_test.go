package app

// CallWithoutDigest is a call as releases knew it that kept no digests.
func CallWithoutDigest(kind, uuid string) Call { return Call{kind: kind, uuid: uuid} }
