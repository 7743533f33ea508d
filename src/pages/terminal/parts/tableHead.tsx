/** A column with a title, aligned left; or a column of numbers; or one of buttons, whose title is hidden. */
export type Heading = string | { readonly number: string } | { readonly unseen: string };

/** The head of a table that is neither sorted nor filtered. */
export function TableHead({ columns }: { readonly columns: readonly Heading[] }) {
  return (
    <thead>
      <tr>
        {columns.map((column) => {
          if (typeof column === "string") {
            return (
              <th scope="col" key={column}>
                {column}
              </th>
            );
          }
          if ("number" in column) {
            return (
              <th scope="col" className="num" key={column.number}>
                {column.number}
              </th>
            );
          }
          return (
            <th scope="col" key={column.unseen}>
              <span className="unseen">{column.unseen}</span>
            </th>
          );
        })}
      </tr>
    </thead>
  );
}

/** Titles of columns of numbers. */
export function numbers(...titles: readonly string[]): readonly Heading[] {
  return titles.map((number) => ({ number }));
}
