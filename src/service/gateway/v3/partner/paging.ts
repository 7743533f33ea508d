interface Asked {
  readonly page: number;
  readonly pageSize: number;
}

/** What a page of a history is asked with. */
export function pageBoundsOf({ page, pageSize }: Asked) {
  return { limit: pageSize, offset: (page - 1) * pageSize };
}

/** The rows of a page. */
export function pageOf<T>(rows: readonly T[], asked: Asked): readonly T[] {
  const { limit, offset } = pageBoundsOf(asked);
  return rows.slice(offset, offset + limit);
}

/** The figures of a page that its answer carries. */
export function figuresOf(total: number, { pageSize }: Asked) {
  return { pages: Math.ceil(total / pageSize), pageSize, total };
}
