import { type ReactNode, type RefObject, useState } from 'react'
import { Camera } from './Camera'
import { CodeList, type Remarks } from './CodeList'
import { listRefused } from './codes'
import { RefusedScans } from './RefusedScans'
import { ScanField } from './ScanField'
import type { FoundRecord } from './useLookUp'
import type { Scanning } from './useScanning'

type ScanListProps<R extends FoundRecord> = {
  /** The field of the scanner, for a page that gives it the focus again. */
  field: RefObject<HTMLInputElement | null>
  scanning: Scanning<R>
  remarks: Remarks<R>
  /** Path of the codes in the form around, whose first problem takes the focus. */
  path: string
  error: ReactNode
  /** The text of the field has changed. */
  onType(): void
  /** Refusals stay above the list until they are seen: here scans follow one another faster than anybody reads. */
  holdsRefusals?: boolean
}

/** Collects codes from a scanner, the keyboard, the clipboard or the camera, and shows what became of each. */
export function ScanList<R extends FoundRecord>(props: ScanListProps<R>) {
  const { field, scanning, remarks, path, error, onType, holdsRefusals } = props
  const { codes, found, scan, told } = scanning
  const [camera, setCamera] = useState<'open' | 'closed'>()
  const toScan = () => field.current?.focus()
  return (
    <>
      <ScanField
        field={field}
        path={path}
        scanning={scanning}
        onType={onType}
        onCamera={() => setCamera('open')}
        error={error}
      />
      {holdsRefusals && (
        <RefusedScans
          codes={listRefused(codes.lines).map(({ code }) => code)}
          onSeen={() => {
            codes.markSeen()
            toScan()
          }}
        />
      )}
      <CodeList
        lines={codes.lines}
        found={found}
        remarks={remarks}
        onRemove={(code) => {
          codes.remove(code)
          toScan()
        }}
        onClear={() => {
          codes.clear()
          toScan()
        }}
      />
      {camera && (
        <Camera opened={camera === 'open'} onClose={() => setCamera('closed')} onCode={scan} told={told} />
      )}
    </>
  )
}
