import { Anchor, type AnchorProps } from '@mantine/core'
import type { ReactNode } from 'react'
import { usePhoneText } from '@/api/usePlaces'

type PhoneLinkProps = Pick<AnchorProps, 'size'> & { number: string; icon?: ReactNode }

/** A stored number as its country writes it. A click calls it. */
export function PhoneLink({ number, icon, ...anchor }: PhoneLinkProps) {
  const text = usePhoneText()
  return (
    <Anchor href={`tel:${number}`} {...anchor}>
      {icon}
      {icon && ' '}
      {text(number)}
    </Anchor>
  )
}
