/** An error that has what each of the providers' errors has. */
export function refusal(status: number, told?: string): unknown {
  const [type = "api_error", message = "no such thing here"] = REFUSALS[status] ?? [];
  return { type: "error", error: { type, message: told ?? message, code: status, status: type.toUpperCase() } };
}

const REFUSALS: Readonly<Record<number, readonly [string, string]>> = {
  400: ["invalid_request_error", "this is nothing that can be asked"],
  401: ["authentication_error", "invalid x-api-key"],
  403: ["permission_error", "this key may not do that"],
  404: ["not_found_error", "no such thing here"],
  413: ["request_too_large", "Request exceeds the maximum size"],
  429: ["rate_limit_error", "too many requests"],
  500: ["api_error", "Internal server error"],
  503: ["overloaded_error", "The model is overloaded. Please try again later."],
  529: ["overloaded_error", "Overloaded"],
};
