import '@mantine/notifications/styles.layer.css'
import { ConfirmDialog } from '@/ui/ConfirmDialog'
import { NotificationArea } from '@/ui/NotificationArea'
import { SignInAgainDialog } from './SignInAgainDialog'

export default function Overlays() {
  return (
    <>
      <NotificationArea />
      <ConfirmDialog />
      <SignInAgainDialog />
    </>
  )
}
