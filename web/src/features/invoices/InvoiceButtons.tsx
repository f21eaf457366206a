import { ActionIcon, Button, Menu } from '@mantine/core'
import {
  IconBan,
  IconCash,
  IconCircleCheck,
  IconDots,
  IconFileMinus,
  IconFileTypePdf,
  IconMail,
  IconPencil,
  IconPrinter,
  IconTrash,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Invoice } from '@/api/schema'
import { paths } from '@/context/paths'
import { AppLink } from '@/ui/AppLink'
import { ICON_ON_PHONE } from '@/ui/icon-on-phone'
import type { MenuEntry } from '@/ui/table/columns'
import { MenuItem } from '@/ui/table/RowMenu'
import { pdfUrl, printInvoice } from './pdf'
import type { InvoiceActions } from './useInvoiceActions'

type Entry = Exclude<MenuEntry, 'divider'>

type InvoiceButtonsProps = { invoice: Invoice; actions: InvoiceActions }

/** The PDF and the next step as buttons, everything else in a menu. */
export function InvoiceButtons({ invoice, actions }: InvoiceButtonsProps) {
  const { t } = useTranslation('invoices')
  const { id, can, number } = invoice
  return (
    <>
      {number && (
        <Button
          component="a"
          href={pdfUrl(id)}
          target="_blank"
          rel="noopener"
          variant="default"
          classNames={ICON_ON_PHONE}
          leftSection={<IconFileTypePdf size={16} aria-hidden />}
        >
          {t('action.pdf')}
        </Button>
      )}
      {can.pay && (
        <Button leftSection={<IconCash size={16} aria-hidden />} onClick={() => actions.pay(invoice)}>
          {t('action.pay')}
        </Button>
      )}
      {can.issue && (
        <Button
          leftSection={<IconCircleCheck size={16} aria-hidden />}
          onClick={() => actions.issue(invoice)}
        >
          {t('action.issue')}
        </Button>
      )}
      <More invoice={invoice} actions={actions} />
    </>
  )
}

function More({ invoice, actions }: InvoiceButtonsProps) {
  const { t } = useTranslation('invoices')
  const { id, can, number } = invoice
  const entries: (Entry | false)[] = [
    number !== null && { label: t('action.print'), icon: IconPrinter, run: () => printInvoice(id) },
    can.send && { label: t('action.send'), icon: IconMail, run: () => actions.send(invoice) },
    can.credit && { label: t('action.credit'), icon: IconFileMinus, run: () => actions.credit(invoice) },
    can.void && {
      label: t('action.void'),
      icon: IconBan,
      danger: true,
      run: () => actions.makeVoid(invoice),
    },
    can.delete && {
      label: t('action.delete'),
      icon: IconTrash,
      danger: true,
      run: () => actions.remove(invoice),
    },
  ]
  const open = entries.filter((entry) => entry !== false)
  if (open.length === 0 && !can.update) return null
  return (
    <Menu position="bottom-end" width="max-content">
      <Menu.Target>
        <ActionIcon variant="default" size={36} aria-label={t('action.more')}>
          <IconDots size={18} stroke={1.75} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {can.update && (
          <Menu.Item
            component={AppLink}
            to={paths['invoices.edit']({ id })}
            leftSection={<IconPencil size={16} aria-hidden />}
          >
            {t('action.edit')}
          </Menu.Item>
        )}
        {open.map((entry) => (
          <MenuItem key={entry.label} entry={entry} />
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
