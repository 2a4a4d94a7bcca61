// Tags that guests wear, read where the browser can: some phones read NFC.
interface Reader {
  onreading: ((e: { serialNumber: string }) => void) | null
  scan(): Promise<void>
}

// normalTag is a tag as it is stored: capitals, without separators.
export const normalTag = (tag: string) => tag.replace(/[\s:-]/g, '').toUpperCase()

// readTags tells of every tag that is held to the phone; false: this one reads none, or may
// not. It is called in a tap, because browsers ask for leave then.
export async function readTags(seen: (tag: string) => void): Promise<boolean> {
  const made = (globalThis as { NDEFReader?: new () => Reader }).NDEFReader
  if (!made) return false
  const reader = new made()
  reader.onreading = ({ serialNumber }) => {
    const tag = normalTag(serialNumber)
    if (tag) seen(tag)
  }
  return reader.scan().then(() => true, () => false)
}
