import { ActionIcon, Group, NativeSelect, Text, UnstyledButton } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '@/ui/format'
import { PER_PAGE } from './list-spec'
import classes from './Pagination.module.css'

const MOST_LINKS = 8
/** How far the server pages through a list that is too long; the page that ends here says how many there are. */
const REACH = 1000

/** The first, the last and six around the current page; `undefined` stands for an ellipsis. */
export function pageLinks(page: number, pages: number): (number | undefined)[] {
  if (pages <= MOST_LINKS) return range(1, pages)
  const inner = MOST_LINKS - 2
  const start = Math.min(Math.max(2, page - inner / 2 + 1), pages - inner)
  const end = start + inner - 1
  return [
    1,
    ...(start > 2 ? [undefined] : []),
    ...range(start, end),
    ...(end < pages - 1 ? [undefined] : []),
    pages,
  ]
}

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index)

type PaginationProps = {
  page: number
  perPage: number
  total: number
  /** The server stopped counting: there are at least `total`. */
  capped?: boolean
  onPage(page: number): void
  onPerPage(perPage: number): void
}

export function Pagination({ page, perPage, total, capped = false, onPage, onPerPage }: PaginationProps) {
  const { t } = useTranslation()
  const format = useFormat()
  if (total === 0) return null

  const pages = Math.ceil((capped ? REACH : total) / perPage)
  const count = format.total({ total, total_capped: capped })
  return (
    <Group justify="space-between" gap="sm" className={classes.pagination}>
      <Group gap="md">
        <Text size="sm" c="dimmed" role="status">
          {t('pagination.showing', {
            from: format.number((page - 1) * perPage + 1),
            to: format.number(Math.min(page * perPage, capped ? page * perPage : total)),
            total: count,
          })}
        </Text>
        <NativeSelect
          size="xs"
          aria-label={t('pagination.perPage')}
          value={perPage}
          onChange={(event) => onPerPage(Number(event.currentTarget.value))}
          data={PER_PAGE.map((size) => ({
            value: String(size),
            label: t('pagination.size', { count: size }),
          }))}
        />
      </Group>
      {pages > 1 && <PageButtons page={page} pages={pages} onPage={onPage} />}
      {capped && total > REACH && (
        <Text size="xs" c="dimmed" className={classes.reach}>
          {t('pagination.reach', { most: format.number(REACH) })}
        </Text>
      )}
    </Group>
  )
}

type PageButtonsProps = { page: number; pages: number; onPage(page: number): void }

function PageButtons({ page, pages, onPage }: PageButtonsProps) {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <nav aria-label={t('pagination.label')} className={classes.buttons}>
      <ActionIcon
        variant="default"
        size="lg"
        aria-label={t('pagination.previous')}
        disabled={page <= 1}
        onClick={() => onPage(page - 1)}
      >
        <IconChevronLeft size={16} aria-hidden />
      </ActionIcon>
      {pageLinks(page, pages).map((number, index) =>
        number === undefined ? (
          // An ellipsis has no identity of its own but its side.
          <span key={index < MOST_LINKS / 2 ? 'before' : 'after'} className={classes.gap} aria-hidden>
            …
          </span>
        ) : (
          <UnstyledButton
            key={number}
            className={classes.page}
            aria-label={t('pagination.page', { page: format.number(number) })}
            aria-current={number === page ? 'page' : undefined}
            onClick={() => onPage(number)}
          >
            {format.number(number)}
          </UnstyledButton>
        ),
      )}
      <ActionIcon
        variant="default"
        size="lg"
        aria-label={t('pagination.next')}
        disabled={page >= pages}
        onClick={() => onPage(page + 1)}
      >
        <IconChevronRight size={16} aria-hidden />
      </ActionIcon>
    </nav>
  )
}
