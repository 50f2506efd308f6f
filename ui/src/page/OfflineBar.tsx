import type { ReactNode } from 'react'
import { Icon } from '../base/Icon.tsx'

/**
 * A strip at the top for a state of the whole app: offline, the sandbox, a halted feed. Always mounted; empty when all
 * is well.
 */
export function OfflineBar({ children }: { children?: ReactNode }) {
  return (
    <div role="status">
      {children && (
        <p className="flex items-center justify-center gap-2 bg-caution-wash px-5 py-2 text-12 font-medium text-caution">
          <Icon name="offline" size={16} />
          <span className="[&>span]:inline-block">{children}</span>
        </p>
      )}
    </div>
  )
}
