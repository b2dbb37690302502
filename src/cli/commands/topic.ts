import { type Command, InvalidArgumentError } from "commander";
import type { PostedMessage, TopicSummary } from "../../app/looking/topics.ts";
import type { Scene } from "../../app/opening/scene.ts";
import { visibleText } from "../../std/visible-text.ts";
import { hasColor } from "../terminal/color.ts";
import type { Exit } from "../terminal/exit-codes.ts";
import { exitCodes } from "../terminal/exit-codes.ts";
import { inScene } from "../terminal/in-scene.ts";
import type { Paint } from "../terminal/paint.ts";

type Manner = { isJson: boolean; color: boolean };

export function addTopic(planwright: Command, exit: Exit): void {
  const topic = planwright
    .command("topic")
    .summary("read and write the logs that steps subscribe to")
    .description(
      "A topic is a log of this repository that only grows. A step that subscribes to `topic:NAME` is shown what stands there, and adds its last words.",
    )
    .helpCommand(false)
    .addHelpText("after", AFTER);
  topic
    .command("list")
    .summary("name the topics of this repository")
    .description("List the topics of this repository to which something was posted.")
    .option("--json", "one JSON document")
    .addHelpText("after", AFTER_LIST)
    .action(async (_flags: unknown, command: Command) => {
      await inScene((scene) => list(scene, mannerOf(command)));
      exit(exitCodes.ok);
    });
  topic
    .command("read")
    .summary("show what was posted to a topic")
    .description("Show what steps and people have posted to a topic, oldest first.")
    .argument("<name>", "a topic of this repository")
    .option("--last <number>", "only so many, the newest", countingNumber)
    .option("--json", "one JSON document")
    .addHelpText("after", AFTER_READ)
    .action(async (name: string, { last }: { last?: number }, command: Command) => {
      await inScene((scene) => read(scene, name, last ?? null, mannerOf(command)));
      exit(exitCodes.ok);
    });
  topic
    .command("post")
    .summary("post a message to a topic, in your name")
    .description(
      "Post a message. Steps of this repository's runs that subscribe to the topic are shown it when their next attempt starts.",
    )
    .argument("<name>", "a topic; the first message makes it")
    .argument("[text]", "the message, up to 64 kB; `-` reads it from standard input")
    .addHelpText("after", AFTER_POST)
    .action(async (name: string, text: string | undefined) => {
      await inScene((scene) => post(scene, name, text));
      exit(exitCodes.ok);
    });
}

const EXIT_STATUS = "Exit status: 0; 2 the name or the text cannot be, or the command was wrong.";

const AFTER = `
Examples:
  planwright topic list
  planwright topic read rate-limit
  planwright topic post rate-limit "The limit is 100 a minute."

${EXIT_STATUS}`;

const AFTER_LIST = `
Examples:
  planwright topic list
  planwright topic list --json | jq -r '.topics[].topic'

${EXIT_STATUS}`;

const AFTER_READ = `
Examples:
  planwright topic read rate-limit              everything
  planwright topic read rate-limit --last 5
  planwright topic read rate-limit --json | jq -r '.messages[].text'

${EXIT_STATUS}`;

const AFTER_POST = `
Examples:
  planwright topic post rate-limit "The limit is 100 a minute."
  git log --oneline -20 | planwright topic post releases -
  planwright topic post rate-limit -- "-1 means no limit"

${EXIT_STATUS}`;

function countingNumber(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError("messages are counted from 1.");
  return Number(text);
}

function mannerOf(command: Command): Manner {
  const { json, color } = command.optsWithGlobals();
  return { isJson: json === true, color: color !== false && hasColor() };
}

async function list(scene: Scene, { isJson, color }: Manner): Promise<void> {
  const { listTopics } = await import("../../app/looking/topics.ts");
  const topics = await listTopics(scene);
  if (isJson) return printJson({ version: 1, topics });
  if (topics.length === 0) {
    process.stdout.write(
      'nothing was posted in this repository yet; `planwright topic post NAME "..."` is the first\n',
    );
    return;
  }
  const { painter } = await import("../terminal/paint.ts");
  const { ago } = await import("../../std/time-words.ts");
  const width = Math.max(...topics.map(({ topic }) => topic.length));
  const line = ({ topic, messages, lastAt }: TopicSummary, paint: Paint): string => {
    const facts = `${messages} ${messages === 1 ? "message" : "messages"}, ${ago(lastAt, Date.now())}`;
    return `${paint("bold", topic)}${" ".repeat(width - topic.length)}  ${paint("dim", facts)}\n`;
  };
  for (const topic of topics) process.stdout.write(line(topic, painter(color)));
}

async function read(scene: Scene, name: string, last: number | null, { isJson, color }: Manner): Promise<void> {
  const { readTopic } = await import("../../app/looking/topics.ts");
  const messages = await readTopic(scene, name, last);
  if (isJson) return printJson({ version: 1, topic: name, messages });
  if (messages.length === 0) process.stdout.write(`nothing was posted to ${name} yet\n`);
  const { painter } = await import("../terminal/paint.ts");
  const { dayAndClock } = await import("../../std/time-words.ts");
  const paint = painter(color);
  const head = ({ at, by }: PostedMessage): string =>
    `${paint("dim", dayAndClock(at))} ${paint("bold", visibleText(by))}`;
  for (const [index, message] of messages.entries()) {
    process.stdout.write(`${index > 0 ? "\n" : ""}${head(message)}\n${shown(message.text)}`);
  }
}

/** Every character of it, also those that a terminal would obey: a worker is shown them, too. */
const shown = (text: string): string =>
  text
    .split(/\r?\n/)
    .map((line) => `  ${visibleText(line.replaceAll("\t", "    "))}`.trimEnd())
    .map((line) => `${line}\n`)
    .join("");

async function post(scene: Scene, name: string, text: string | undefined): Promise<void> {
  const { postToTopic } = await import("../../app/looking/topics.ts");
  const isFirst = await postToTopic(scene, name, text === "-" ? process.stdin : [Buffer.from(text ?? "")]);
  const first = isFirst ? ", its first message" : "";
  process.stderr.write(`posted to ${name}${first}; \`planwright topic read ${name}\` shows it\n`);
}

async function printJson(value: unknown): Promise<void> {
  const { printableJson } = await import("../terminal/printable-json.ts");
  process.stdout.write(`${printableJson(value)}\n`);
}
