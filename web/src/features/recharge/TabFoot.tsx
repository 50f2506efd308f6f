import type { ReactNode } from 'react'

/** The main action of a tab: at the foot of the screen on a phone, under the form where there is room. */
export function TabFoot({ children }: { children: ReactNode }) {
  return (
    <>
      <div aria-hidden="true" className="h-[calc(94px+env(safe-area-inset-bottom))] md:hidden" />
      <div className="fixed inset-x-0 bottom-0 z-10 bg-ground px-5 pt-2.5 pb-[calc(20px+env(safe-area-inset-bottom))] md:static md:px-0 md:pt-4 md:pb-8">
        {children}
      </div>
    </>
  )
}
