/** A call that was not answered with 200. `message` is ready to show; `code` is `network` when no answer came. */
export class CallFailed extends Error {
  readonly code: string
  readonly status: number
  readonly data: unknown

  constructor(code: string, status: number, message: string, data: unknown = null) {
    super(message)
    this.name = 'CallFailed'
    this.code = code
    this.status = status
    this.data = data
  }
}

/** No answer came, or none that can be read. */
export function isNetworkFailure(failure: unknown): failure is CallFailed {
  return failure instanceof CallFailed && failure.code === 'network'
}

/** No answer, or one that does not say whether anything was done. */
export function isOutcomeUnknown(failure: unknown): boolean {
  return !(failure instanceof CallFailed) || failure.code === 'network' || failure.status >= 500
}

/** Not signed in, not allowed here, too often, or not readable: the server says so before it looks at the key. */
export function isRejectedEarly(failure: unknown): boolean {
  return (
    failure instanceof CallFailed &&
    ([401, 403, 429].includes(failure.status) || failure.code === 'bad_envelope')
  )
}
