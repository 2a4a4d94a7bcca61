// The camera: frames go to the browser's own detector where there is one, else to zxing as
// WebAssembly from our own origin.
import { prepareZXingModule, readBarcodes, type ReaderOptions } from 'zxing-wasm/reader'

// every is how often a frame is looked at, in ms: ten a second spare the battery.
const every = 100
// sleepAfter is how long the camera looks at nothing before it sleeps, in ms.
const sleepAfter = 90_000
// widest is how many pixels of a frame's width are looked at.
const widest = 800

interface Detector {
  detect(source: HTMLVideoElement): Promise<{ rawValue: string }[]>
}

const options: ReaderOptions = { formats: ['QRCode', 'Aztec', 'Code128', 'PDF417', 'DataMatrix'], maxNumberOfSymbols: 4, tryHarder: true }

export type CameraState = 'off' | 'on' | 'blocked' | 'none' | 'asleep'

export class Camera {
  private stream: MediaStream | undefined
  private timer = 0
  private detector: Detector | undefined
  private lastSeen = 0
  private readonly canvas = document.createElement('canvas')

  constructor(
    private readonly video: HTMLVideoElement,
    reader: string,
    private readonly seen: (codes: string[]) => void,
    private readonly state: (state: CameraState) => void,
  ) {
    prepareZXingModule({ overrides: { locateFile: () => reader } })
  }

  async start(): Promise<void> {
    if (this.stream) return
    if (!navigator.mediaDevices?.getUserMedia) return this.state('none')
    try {
      this.stream = await navigator.mediaDevices.getUserMedia({
        audio: false, video: { facingMode: { ideal: 'environment' }, width: { ideal: 1280 }, height: { ideal: 720 } },
      })
    } catch (e) {
      return this.state(e instanceof DOMException && e.name === 'NotFoundError' ? 'none' : 'blocked')
    }
    this.video.srcObject = this.stream
    await this.video.play().catch(() => undefined)
    this.detector = await nativeDetector()
    this.lastSeen = Date.now()
    this.state('on')
    this.look()
  }

  stop(state: CameraState = 'off'): void {
    clearTimeout(this.timer)
    for (const track of this.stream?.getTracks() ?? []) track.stop()
    this.stream = undefined
    this.video.srcObject = null
    this.state(state)
  }

  get running(): boolean {
    return this.stream !== undefined
  }

  // torch tells whether the light can be switched, and does so.
  async torch(on: boolean): Promise<boolean> {
    const track = this.stream?.getVideoTracks()[0]
    const able = track?.getCapabilities?.() as { torch?: boolean } | undefined
    if (!track || !able?.torch) return false
    await track.applyConstraints({ advanced: [{ torch: on } as MediaTrackConstraintSet] })
    return true
  }

  private look(): void {
    this.timer = window.setTimeout(async () => {
      const began = performance.now()
      if (this.stream && !document.hidden && this.video.videoWidth > 0) {
        const codes = await this.read().catch(() => [])
        if (codes.length > 0) this.lastSeen = Date.now()
        if (this.stream) this.seen(codes)
      }
      if (!this.stream) return
      if (Date.now() - this.lastSeen > sleepAfter) return this.stop('asleep')
      this.pause = Math.max(0, every - (performance.now() - began))
      this.look()
    }, this.pause)
  }
  private pause = every

  private async read(): Promise<string[]> {
    if (this.detector) return (await this.detector.detect(this.video)).map((c) => c.rawValue).filter(Boolean)
    const scale = Math.min(1, widest / this.video.videoWidth)
    this.canvas.width = Math.round(this.video.videoWidth * scale)
    this.canvas.height = Math.round(this.video.videoHeight * scale)
    const pen = this.canvas.getContext('2d', { willReadFrequently: true })
    if (!pen) return []
    pen.drawImage(this.video, 0, 0, this.canvas.width, this.canvas.height)
    const found = await readBarcodes(pen.getImageData(0, 0, this.canvas.width, this.canvas.height), options)
    return found.filter((c) => c.isValid && c.text).map((c) => c.text)
  }
}

async function nativeDetector(): Promise<Detector | undefined> {
  const made = (globalThis as { BarcodeDetector?: { new (o: { formats: string[] }): Detector; getSupportedFormats(): Promise<string[]> } }).BarcodeDetector
  if (!made) return undefined
  const known: string[] = await made.getSupportedFormats().catch(() => [])
  if (!known.includes('qr_code') || !known.includes('aztec')) return undefined
  return new made({ formats: ['qr_code', 'aztec', 'code_128', 'pdf417', 'data_matrix'].filter((f) => known.includes(f)) })
}
