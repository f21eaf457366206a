//! A mail server that answers each recipient as a test says.

use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};

/// The answer to a line `RCPT TO:<…>`.
pub type Answer = fn(&str) -> &'static str;

/// Starts one, and returns the option that makes the server use it.
pub async fn start(answer: Answer) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let option = format!("--mail-url=smtp://{}", listener.local_addr().unwrap());
    tokio::spawn(async move {
        while let Ok((socket, _)) = listener.accept().await {
            tokio::spawn(serve(socket, answer));
        }
    });
    option
}

/// Ends when the client has gone.
async fn serve(socket: TcpStream, answer: Answer) -> std::io::Result<()> {
    let (read, mut write) = socket.into_split();
    let (mut lines, mut in_email) = (BufReader::new(read).lines(), false);
    write.write_all(b"220 here\r\n").await?;
    while let Some(line) = lines.next_line().await? {
        let reply = match line.split([' ', ':']).next() {
            Some(".") => "250 taken",
            _ if in_email => "",
            Some("RCPT") => answer(&line),
            Some("DATA") => "354 go on",
            _ => "250 fine",
        };
        in_email = (in_email || line == "DATA") && line != ".";
        if !reply.is_empty() {
            write.write_all(format!("{reply}\r\n").as_bytes()).await?;
        }
    }
    Ok(())
}
