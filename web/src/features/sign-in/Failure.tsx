import { Alert } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'

/** A failure of the whole form. */
export const Failure = ({ children }: { children: ReactNode }) => (
  <Alert color="red" role="alert" icon={<IconAlertCircle aria-hidden />}>
    {children}
  </Alert>
)
