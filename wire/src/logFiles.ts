/** Where a consistency proof of the public log is: `?from=` and `?to=` are sizes. Any page may read it, in plain JSON. */
export const CONSISTENCY_PATH = '/log/proof/consistency'
