/** Bytes of a picture at most, as the server takes it. */
const MOST_BYTES = 6_291_456

const STARTS = [
  { type: 'image/jpeg', bytes: [0xff, 0xd8, 0xff] },
  { type: 'image/png', bytes: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] },
]

/** Looks at a file before it is sent, at its first bytes instead of its name: a picture under its true type, or what is wrong with it. */
export async function readPicture(file: Blob): Promise<Blob | 'invalid' | 'tooLarge'> {
  let head: Uint8Array
  try {
    head = new Uint8Array(await file.slice(0, 8).arrayBuffer())
  } catch {
    // It was moved or deleted since it was chosen.
    return 'invalid'
  }
  const found = STARTS.find(({ bytes }) => bytes.every((byte, at) => head[at] === byte))
  if (!found) return 'invalid'
  if (file.size > MOST_BYTES) return 'tooLarge'
  return file.slice(0, file.size, found.type)
}
