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

/** No answer, or an unreadable one. */
export function isNetworkFailure(failure: unknown): failure is CallFailed {
  return failure instanceof CallFailed && failure.code === 'network'
}

/** No answer, or one like 503: the same read may succeed a little later. */
export function mayPass(failure: unknown): boolean {
  return failure instanceof CallFailed && (failure.code === 'network' || failure.status >= 500)
}

/** Whether the device knows that it has no network: then every further try would fail too. */
export function isOffline(): boolean {
  return 'onLine' in navigator && !navigator.onLine
}

/** No answer, or one that does not say whether the call was carried out. */
export function isOutcomeUnknown(failure: unknown): boolean {
  return !(failure instanceof CallFailed) || failure.code === 'network' || failure.status >= 500
}

/**
 * Not signed in, not allowed, rate-limited or unreadable: the server refuses these before it looks at the idempotency
 * key.
 */
export function isRejectedEarly(failure: unknown): boolean {
  return (
    failure instanceof CallFailed &&
    ([401, 403, 429].includes(failure.status) || failure.code === 'bad_envelope')
  )
}

/** Whether the server has read the call and refused it: only then has it decided, and a repeat under the same key changes nothing. */
export function isFinalRefusal(failure: unknown): boolean {
  return !isOutcomeUnknown(failure) && !isRejectedEarly(failure)
}
