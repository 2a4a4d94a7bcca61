// Codes that rotate: TOTP with HMAC-SHA-256 in steps of 15 seconds, as app/ticketcode tells.
// The cryptography is the browser's.

export const stepMillis = 15_000

export const stepAt = (millis: number): number => Math.floor(millis / stepMillis)

// digitsAt are the digits of a step.
export async function digitsAt(secret: string, step: number): Promise<string> {
  const key = await crypto.subtle.importKey('raw', base32(secret), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
  const counter = new DataView(new ArrayBuffer(8))
  counter.setBigUint64(0, BigInt(step))
  const sum = new DataView(await crypto.subtle.sign('HMAC', key, counter))
  const cut = sum.getUint32(sum.getUint8(sum.byteLength - 1) & 15) & 0x7fffffff
  return String(cut % 1_000_000).padStart(6, '0')
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

function base32(text: string): Uint8Array<ArrayBuffer> {
  const out = new Uint8Array(Math.floor((text.length * 5) / 8))
  let bits = 0, have = 0, n = 0
  for (const c of text) {
    bits = ((bits << 5) | alphabet.indexOf(c)) & 0xffff
    have += 5
    if (have >= 8) out[n++] = (bits >> (have -= 8)) & 255
  }
  return out
}
